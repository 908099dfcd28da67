// Written by npm run generate from web/texts/en.arb.

declare module 'messages:applications' {
  export const messages: {
    readonly emailed: string
    readonly loading: string
    readonly none: string
    readonly waiting: (n: number) => string
    readonly approve: string
    readonly approveOf: (name: string) => string
    readonly approved: (name: string) => string
    readonly decline: string
    readonly declineOf: (name: string) => string
    readonly declineTitle: string
    readonly declineSubmit: string
    readonly message: string
    readonly messageMore: (name: string) => string
    readonly appliedAt: (when: string) => string
  }
}
