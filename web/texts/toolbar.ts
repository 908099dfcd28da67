export { messages as t } from 'messages:toolbar'
