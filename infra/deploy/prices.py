"""What AWS charges, in US dollars: list prices of us-east-1.

On 2026-11-30 each was compared with what others had written down of AWS's pages in 2025 and 2026
(SES: of its price list of 2026-07-22), except for ``table_month``, ``recovery_month``,
``bucket_put`` and ``bucket_get``, of which nothing newer was found. AWS itself was not asked.
Prices differ by region (most by up to a third), and change: look them up before relying on them,
and give others with ``--price NAME=DOLLARS``. What is free for small accounts is left out, so a
small installation pays less than is computed.
"""

MILLION, THOUSAND = 1e6, 1e3

PRICES: dict[str, float] = {
    # https://aws.amazon.com/dynamodb/pricing/on-demand/
    "table_write": 0.625 / MILLION,  # a write unit: 1 KB; in a transaction two
    "table_read": 0.125 / MILLION,  # a read unit: 4 KB, consistent
    "table_month": 0.25,  # a GB kept for a month
    "recovery_month": 0.20,  # a GB that can be restored to any moment, for a month
    # https://aws.amazon.com/ses/pricing/
    # Without a plan; with Essentials, which new accounts have at first, a mail out is 0.16.
    "mail_out": 0.10 / THOUSAND,
    "mail_in": 0.10 / THOUSAND,  # and 0.09 for each whole 256 KB that it has; ours have none
    # https://aws.amazon.com/lambda/pricing/
    "call": 0.20 / MILLION,
    "gb_second": 0.0000166667,  # x86; on arm64 a fifth less
    # https://aws.amazon.com/api-gateway/pricing/
    "api_call": 3.50 / MILLION,  # REST API
    # https://aws.amazon.com/s3/pricing/, /sns/, /sqs/
    "bucket_put": 0.005 / THOUSAND,
    "bucket_get": 0.0004 / THOUSAND,
    "notice": 0.50 / MILLION,
    "queue_call": 0.40 / MILLION,
    # https://aws.amazon.com/cloudwatch/pricing/
    "log_gb": 0.50,
    "metric_month": 0.30,
    "alarm_month": 0.10,
    # https://aws.amazon.com/kms/pricing/
    "key_month": 1.00,  # a key of one's own; the one that AWS keeps for the table costs nothing
    "key_call": 0.03 / 10_000,
}
"""By name; each is for one of what its name says."""
