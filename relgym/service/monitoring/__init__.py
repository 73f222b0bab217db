"""Monitoring: logs, metrics, health and readiness, and the end of a service that lets its requests end first."""
