export { messages as l } from 'messages:lockdown'
