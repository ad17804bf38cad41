#!/bin/sh
# /etc/alibi/certificate: certbot runs it for each new certificate, also the first one.
# The program takes mail with a copy of its own; nginx reads the new one when it is told to.
set -e
install -m 600 "$RENEWED_LINEAGE/fullchain.pem" /etc/alibi/mail.crt
install -m 600 "$RENEWED_LINEAGE/privkey.pem" /etc/alibi/mail.key
systemctl reload nginx
systemctl try-restart alibi
