"""Measurements that stand beside the package."""
