export {
  type Certificate,
  checkCertificate,
  expiryOf,
  followCertificate,
  handshakeTimeoutMs,
  readCertificate,
} from './certificate.ts'
