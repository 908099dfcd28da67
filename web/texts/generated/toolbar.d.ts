// Written by npm run generate from web/texts/en.arb.

declare module 'messages:toolbar' {
  export const messages: {
    readonly addReaction: string
    readonly editThis: string
    readonly moreActions: string
    readonly quoteThis: string
    readonly reactWith: (emoji: string) => string
  }
}
