// Written by npm run generate from web/texts/en.arb.

declare module 'messages:programs' {
  export const messages: {
    readonly lead: string
    readonly list: string
    readonly none: string
    readonly add: string
    readonly name: {
      readonly label: string
      readonly help: string
    }
    readonly addresses: {
      readonly label: string
      readonly help: string
    }
    readonly copy: string
    readonly copyOf: (name: string) => string
    readonly leadsTo: (places: readonly string[]) => string
    readonly knownBy: {
      readonly itself: string
      readonly administrator: string
    }
    readonly byDocument: (host: string) => string
    readonly since: (day: string) => string
    readonly accounts: (number: number) => string
    readonly removeOf: (name: string) => string
    readonly removeMore: string
    readonly remove: string
  }
}
