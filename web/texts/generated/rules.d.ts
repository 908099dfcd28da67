// Written by npm run generate from web/texts/en.arb.

declare module 'messages:rules' {
  export const messages: {
    readonly title: string
    readonly lead: (organization: string) => string
    readonly accept: string
    readonly retry: string
    readonly text: string
    readonly textHelp: (address: string) => string
    readonly ask: string
    readonly askHelp: string
    readonly save: string
    readonly saved: string
    readonly deleted: string
    readonly reload: string
    readonly view: string
    readonly requirement: string
  }
}
