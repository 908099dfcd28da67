export { checkSecretKey, hashToken, Secrets, secretsOf } from './secrets.ts'
export { sodium } from './sodium.ts'
