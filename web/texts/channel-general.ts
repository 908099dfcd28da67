/** Texts of a channel’s settings page. */
export { messages as t } from 'messages:channelGeneral'
