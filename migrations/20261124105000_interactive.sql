-- Which answer to an interactive message a webhook is to be told of; null for a message that addresses it.
alter table outgoing_webhook add column submessage_id bigint;
