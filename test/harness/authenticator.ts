import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Buffer): string => bytes.toString('base64url')

interface Requested {
  readonly challenge: string
}

/** Deviations from an honest device. */
interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly unverified?: boolean
}

/** A device with one passkey, as Web Authentication describes it (ES256, no attestation). */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #origin: string
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // COSE map: key type, algorithm, curve, and the two coordinates
    const head = Buffer.from('a5010203262001215820', 'hex')
    this.#publicKey = Buffer.concat([
      head,
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  /** The result of `navigator.credentials.create`, as JSON. */
  creates(asked: Requested, lies: Lies = {}): string {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey])
    const data = Buffer.concat([this.#data(lies, 0x40), attested])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    // CBOR map: format none, an empty statement, and the data
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none')]),
      Buffer.from([0x67, ...Buffer.from('attStmt'), 0xa0, 0x68, ...Buffer.from('authData'), 0x59]),
      size,
      data,
    ])
    return this.#answer({
      clientDataJSON: text(this.#clientData('webauthn.create', asked, lies)),
      attestationObject: text(attestation),
      transports: ['internal'],
    })
  }

  /** The result of `navigator.credentials.get`, as JSON. */
  signs(asked: Requested, lies: Lies = {}): string {
    const clientData = this.#clientData('webauthn.get', asked, lies)
    const data = this.#data(lies, 0)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#key)
    return this.#answer({
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(signature),
      userHandle: null,
    })
  }

  #answer(response: object): string {
    return JSON.stringify({ id: text(this.id), rawId: text(this.id), type: 'public-key', response })
  }

  #clientData(type: string, { challenge }: Requested, { origin = this.#origin }: Lies): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data({ rpId = new URL(this.#origin).hostname, counter = ++this.#counter, unverified }: Lies, more: number): Buffer {
    const rest = Buffer.alloc(5)
    // user present, and verified
    rest[0] = (unverified ? 0x01 : 0x05) | more
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), rest])
  }
}
