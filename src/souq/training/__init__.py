"""Learning by playing: the search plays itself, a net learns from that, and plays on in the search if it is stronger.

It is expert iteration (Anthony, Tian and Barber 2017) as AlphaZero does it (Silver et al. 2018), over any game's rules.
"""
