// Written by npm run generate from web/texts/en.arb.

declare module 'messages:heard' {
  export const messages: {
    readonly inConversation: (sender: string, text: string) => string
    readonly elsewhere: (sender: string, place: string, text: string) => string
    readonly toYou: (sender: string, text: string) => string
    readonly more: (count: number) => string
  }
}
