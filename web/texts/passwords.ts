/** How strong a password is, while it’s typed. */
export { messages as passwords } from 'messages:passwords'
