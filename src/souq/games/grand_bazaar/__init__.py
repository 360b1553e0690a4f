"""Hafid's Grand Bazaar, by Mike Richie (Rather Dashing Games, 2017): a market that shouts. In the making."""
