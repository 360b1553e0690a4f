"""MarraCash, by Stefan Dorra (Kosmos, 1996): shops, crowds and everybody's customers. In the making."""
