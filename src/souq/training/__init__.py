"""Training by self-play: the search plays against itself, and a neural net learns from the games in rounds.

The method is expert iteration (Anthony, Tian and Barber 2017) in the manner of AlphaZero (Silver et al. 2018), for any
game's rules.
"""
