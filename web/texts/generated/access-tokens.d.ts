// Written by npm run generate from web/texts/en.arb.

declare module 'messages:accessTokens' {
  export const messages: {
    readonly lead: string
    readonly list: string
    readonly none: string
    readonly make: string
    readonly whose: string
    readonly mine: string
    readonly name: string
    readonly nameHelp: string
    readonly scopesTitle: string
    readonly scopes: {
      readonly read: {
        readonly label: string
        readonly help: string
      }
      readonly write: {
        readonly label: string
        readonly help: string
      }
      readonly answer: {
        readonly label: string
        readonly help: string
      }
      readonly channels: {
        readonly label: string
        readonly help: string
      }
      readonly admin: {
        readonly label: string
        readonly help: string
      }
    }
    readonly where: string
    readonly everywhere: string
    readonly onlySome: string
    readonly onlySomeHelp: string
    readonly expiry: string
    readonly expiries: {
      readonly 0: string
      readonly 7: string
      readonly 30: string
      readonly 90: string
      readonly 365: string
    }
    readonly password: string
    readonly passwordHelp: string
    readonly apiKey: string
    readonly shownOnce: string
    readonly made: string
    readonly copy: string
    readonly done: string
    readonly rename: string
    readonly renameOf: (name: string) => string
    readonly revokeOf: (name: string) => string
    readonly revokeMore: string
    readonly revoke: string
    readonly inChannels: (places: readonly string[]) => string
    readonly since: (day: string) => string
    readonly program: (name: string, host: string) => string
    readonly neverUsed: string
    readonly lastUsed: (time: string) => string
    readonly expires: (time: string) => string
    readonly expired: (time: string) => string
  }
}
