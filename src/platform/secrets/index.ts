export { Secrets, secretsOf } from './secrets.ts'
export { sodium } from './sodium.ts'
export { hashToken } from './token-hash.ts'
