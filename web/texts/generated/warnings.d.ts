// Written by npm run generate from web/texts/en.arb.

declare module 'messages:warnings' {
  export const messages: {
    readonly title: string
    readonly acknowledge: string
    readonly help: string
  }
}
