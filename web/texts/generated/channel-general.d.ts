// Written by npm run generate from web/texts/en.arb.

declare module 'messages:channelGeneral' {
  export const messages: {
    readonly settings: string
    readonly name: string
    readonly nameHelp: string
    readonly description: string
    readonly descriptionHelp: string
    readonly preview: string
    readonly privacy: string
    readonly privacyHelp: string
    readonly topics: string
    readonly topicsPolicies: {
      readonly inherit: string
      readonly allow_empty_topic: string
      readonly disable_empty_topic: string
      readonly empty_topic_only: string
    }
    readonly slowMode: string
    readonly slowModeHelp: string
    readonly slowModeOff: string
    readonly slowModeCustom: string
    readonly slowModeSeconds: string
    readonly slowModeUnit: string
    readonly retention: string
    readonly retentionHelp: string
    readonly retentionKinds: {
      readonly usualForever: string
      readonly usualDays: (days: number) => string
      readonly ever: string
      readonly own: string
    }
    readonly days: string
    readonly daysUnit: string
    readonly folder: string
    readonly noFolder: string
    readonly defaultPush: string
    readonly defaultPushHelp: string
    readonly isDefault: string
    readonly notForPrivate: string
    readonly onlyAdministrators: (who: string) => string
    readonly onlyOwners: (who: string) => string
    readonly onlyPolicy: (who: string) => string
    readonly fromOutside: string
    readonly email: string
    readonly emailHelp: string
    readonly emailOff: string
    readonly emailShow: string
    readonly emailAs: string
    readonly emailGateway: string
    readonly emailOneself: string
    readonly emailNot: string
    readonly emailReset: string
    readonly emailResetMore: string
    readonly copyAddress: string
    readonly address: string
    readonly addressHint: string
    readonly webhooks: string
    readonly webhooksOfAll: string
    readonly webhooksOfOneself: string
    readonly noWebhooksHere: string
    readonly otherWebhooks: (n: number) => string
    readonly webhookOwn: string
    readonly webhookOf: (owner: string) => string
    readonly orphanedWebhook: string
    readonly postsSince: (day: string) => string
    readonly postedLast: (day: string) => string
    readonly hasNotPosted: string
    readonly usualHere: string
    readonly webhookKinds: {
      readonly slack_incoming: string
      readonly json: string
    }
    readonly showAddressOf: (bot: string) => string
    readonly makeBot: string
    readonly archive: string
    readonly archiveTitle: (name: string) => string
    readonly archiveMore: string
    readonly unarchive: string
    readonly archived: (name: string) => string
    readonly broughtBack: (name: string) => string
  }
}
