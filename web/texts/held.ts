export { messages as h } from 'messages:held'
