"""Chatuchak, by Corné van Moorsel and Peter Joustra (Cwali, 2023): a market to be put in order. In the making."""
