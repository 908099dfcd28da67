// Written by npm run generate from web/texts/en.arb.

declare module 'messages:bots' {
  export const messages: {
    readonly lead: string
    readonly list: string
    readonly none: string
    readonly cannot: string
    readonly onlyWriting: string
    readonly make: string
    readonly kinds: {
      readonly 1: string
      readonly 2: string
      readonly 3: string
      readonly 4: string
    }
    readonly kindHelp: {
      readonly 1: string
      readonly 2: string
      readonly 3: string
    }
    readonly kind: string
    readonly name: string
    readonly shortName: string
    readonly shortNameHelp: (address: string) => string
    readonly url: string
    readonly commands: string
    readonly commandsHelp: string
    readonly commandsInvalid: string
    readonly form: string
    readonly forms: {
      readonly 1: string
      readonly 2: string
    }
    readonly channel: string
    readonly eventsChannel: string
    readonly allChannels: string
    readonly noChannel: string
    readonly owner: string
    readonly create: string
    readonly edit: string
    readonly save: string
    readonly editing: (name: string) => string
    readonly email: string
    readonly key: string
    readonly showKey: string
    readonly hideKey: string
    readonly copy: string
    readonly newKey: string
    readonly newKeyOf: (name: string) => string
    readonly newKeyMore: string
    readonly newOwner: string
    readonly newOwnerUrl: string
    readonly makeKey: string
    readonly token: string
    readonly download: string
    readonly downloadOf: (name: string) => string
    readonly downloadWebhooks: string
    readonly deactivate: string
    readonly deactivateOf: (name: string) => string
    readonly deactivateMore: string
    readonly webhookUrl: string
    readonly webhookUrlOf: (name: string) => string
    readonly channelHelp: string
  }
}
