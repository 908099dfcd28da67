export { messages as t } from 'messages:groupSettings'
