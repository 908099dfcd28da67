// Written by npm run generate from web/texts/en.arb.

declare module 'messages:directory' {
  export const messages: {
    readonly enabled: string
    readonly enabledHelp: string
    readonly address: string
    readonly addressHelp: string
    readonly copy: string
    readonly knows: (people: number, groups: number) => string
    readonly tokens: string
    readonly tokensHelp: string
    readonly none: string
    readonly make: string
    readonly name: string
    readonly nameHelp: string
    readonly fields: string
    readonly fieldsHelp: string
    readonly noField: string
    readonly attributes: {
      readonly title: string
      readonly nickName: string
      readonly workPhone: string
      readonly mobilePhone: string
      readonly department: string
      readonly division: string
      readonly organization: string
      readonly costCenter: string
      readonly employeeNumber: string
      readonly manager: string
    }
    readonly requests: string
    readonly requestsHelp: string
    readonly onlyProblems: string
    readonly noRequests: string
    readonly status: (status: number) => string
    readonly ms: (ms: number) => string
    readonly revokeMore: string
  }
}
