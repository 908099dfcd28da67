/** Texts of the passkeys and two-factor authentication page. */
export { messages as secondFactor } from 'messages:secondFactor'
