"""From a package to a running stack on AWS, and back: `make deploy`, `make rollback`.

What is uploaded stays in a bucket of the account, one folder for each version; what was deployed
when is written down beside it. CloudFormation does the rest, by change sets, and what it cannot do
(the identity of the domain, the active rule set of SES) is done here.
"""
