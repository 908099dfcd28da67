/** Texts of a channel’s permission settings. */
export { messages as t } from 'messages:channelSettings'
