export { confirmAddressChange, mailAddressChange, stopAddressChange } from './address-change.ts'
export { believesAddresses, confirmAddress } from './join.ts'
export { mailPasswordReset } from './password-reset.ts'
export * from './registration.ts'
