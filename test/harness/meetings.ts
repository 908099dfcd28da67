import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from 'oidc-provider'

export const meetingClient = { id: 'loquat', secret: 'hush-only-the-service-of-meetings-knows' }

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** A real OAuth 2.0 server that requires PKCE, and a meeting service behind it. */
export class MeetingService {
  readonly url: string
  /** Whether the user denies access. */
  refuses = false
  /** Respond in place of the real token endpoint, and of the service; undefined leaves it to the real one. */
  onToken: Handler | undefined
  onMeeting: ((token: string, body: string, response: ServerResponse) => unknown) | undefined
  readonly revoked = new Set<string>()
  /** Every token that the service received. */
  readonly tokens: string[] = []
  readonly bodies: string[] = []
  accessSecs = 3_600
  #made = 0
  readonly #server: Server

  private constructor(url: string, server: Server) {
    this.url = url
    this.#server = server
  }

  static async start(): Promise<MeetingService> {
    let handler: Handler = () => {}
    const server = createServer((request, response) => void handler(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const self = new MeetingService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server)
    const { warn, info } = console
    // silence warnings about the Node version and non-production defaults
    Object.assign(console, { warn: () => {}, info: () => {} })
    try {
      const { default: Provider } = await import('oidc-provider')
      const provider = new Provider(self.url, {
        clients: [
          {
            client_id: meetingClient.id,
            client_secret: meetingClient.secret,
            redirect_uris: ['https://loquat.test/unused'],
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
          },
        ],
        scopes: ['meetings'],
        pkce: { required: () => true },
        cookies: { keys: ['a key for cookies of tests'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: () => '/interaction' },
        issueRefreshToken: async () => true,
        ttl: {
          Interaction: 600,
          Grant: 600,
          Session: 600,
          AccessToken: () => self.accessSecs,
          AuthorizationCode: 60,
          RefreshToken: 86_400,
        },
        findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
        async loadExistingGrant({ oidc: { session, client } }: Context) {
          const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
          grant.addOIDCScope('meetings')
          await grant.save()
          return grant
        },
      })
      // each test's organization has its own host
      provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).hostname.endsWith('loquat.test')
      const callback = provider.callback()
      const { AccessToken: accessTokens } = provider as unknown as {
        AccessToken: { find(token: string): Promise<unknown> }
      }
      handler = async (request, response) => {
        if (request.url === '/token' && self.onToken) return self.onToken(request, response)
        if (request.url === '/meetings') return self.#meet(request, response)
        if (request.url !== '/interaction') return callback(request, response)
        const result = self.refuses ? { error: 'access_denied' } : { login: { accountId: 'somebody' } }
        void provider.interactionFinished(request, response, result)
      }
      self.#isKnown = async (token) => (await accessTokens.find(token)) !== undefined
    } finally {
      Object.assign(console, { warn, info })
    }
    return self
  }

  #isKnown: (token: string) => Promise<boolean> = async () => false

  async #meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    this.tokens.push(token)
    this.bodies.push(body)
    if (this.onMeeting) return void this.onMeeting(token, body, response)
    response.setHeader('content-type', 'application/json')
    if (this.revoked.has(token) || !(await this.#isKnown(token)))
      return void response.writeHead(401).end(JSON.stringify({ message: `Invalid token ${token}` }))
    response.writeHead(201).end(JSON.stringify({ url: `https://meet.example.org/${++this.#made}` }))
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
