"""Training by self-play: the search plays itself, a net learns from the games and replaces the old one if it wins.

The method is expert iteration (Anthony, Tian and Barber 2017) in the manner of AlphaZero (Silver et al. 2018), for any
game's rules.
"""
