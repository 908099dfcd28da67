export { messages as t } from 'messages:permissions'
