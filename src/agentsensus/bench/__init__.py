"""Measurements that anybody can repeat."""
