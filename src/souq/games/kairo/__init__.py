"""Kairo, by Kimmo Sorsamo (Queen Games, 2012): customers lured across the square. In the making."""
