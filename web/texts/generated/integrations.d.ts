// Written by npm run generate from web/texts/en.arb.

declare module 'messages:integrations' {
  export const messages: {
    readonly add: string
    readonly none: string
    readonly cannotAdd: string
    readonly chooseTool: string
    readonly findTool: string
    readonly toolCount: (n: number) => string
    readonly noTool: string
    readonly noSuchTool: string
    readonly categories: {
      readonly code: string
      readonly work: string
      readonly monitoring: string
      readonly delivery: string
      readonly customers: string
      readonly writing: string
      readonly anything: string
    }
    readonly connect: (tool: string) => string
    readonly ownTopics: string
    readonly topicHelp: (tool: string) => string
    readonly unknownChannel: string
    readonly botName: string
    readonly postAs: string
    readonly newBot: string
    readonly moreOptions: string
    readonly secretHelp: string
    readonly events: string
    readonly eventsAndBranches: string
    readonly eventsHelp: string
    readonly branches: string
    readonly branchesHelp: string
    readonly create: string
    readonly save: string
    readonly saved: string
    readonly settings: string
    readonly usualHelp: string
    readonly postsAs: (name: string) => string
    readonly toolsOf: (name: string) => string
    readonly addTool: string
    readonly copyUrl: string
    readonly showUrl: string
    readonly hideUrl: string
    readonly urlHelp: string
    readonly setUp: (tool: string) => string
    readonly documentation: (tool: string) => string
    readonly tryIt: string
    readonly sendSample: string
    readonly sampleArrived: string
    readonly latest: string
    readonly noMessages: (tool: string) => string
    readonly newest: (place: string, time: string) => string
    readonly directMessage: string
    readonly viewMessage: string
    readonly remove: string
    readonly removeTitle: (tool: string) => string
    readonly removeBot: (bot: string) => string
    readonly removeShared: (bot: string, tool: string) => string
    readonly lastPost: (when: string) => string
    readonly neverPosted: string
    readonly lastFailed: (why: string) => string
    readonly noToolYet: string
    readonly manage: string
    readonly manageOf: (name: string) => string
    readonly manageBoth: (tool: string, bot: string) => string
    readonly outgoing: string
    readonly steps: {
      readonly open: (tool: string) => string
      readonly url: string
      readonly plugin: string
      readonly file: string
      readonly run: string
      readonly request: (tool: string) => string
      readonly payload: string
      readonly addPayload: string
      readonly orPayload: string
      readonly fields: string
      readonly format: string
      readonly select: string
      readonly turnOn: string
      readonly events: string
      readonly defaults: string
      readonly mention: string
      readonly action: string
      readonly templates: string
      readonly secret: (tool: string) => string
      readonly secretIn: string
      readonly header: string
      readonly publicKey: string
      readonly ownSecret: (tool: string) => string
      readonly once: (tool: string) => string
      readonly verify: (tool: string) => string
    }
    readonly copyCode: string
    readonly outgoingTool: string
    readonly outgoingLead: string
    readonly endpointHelp: string
    readonly triggers: string
    readonly triggersHelp: (mention: string) => string
    readonly messageBot: (bot: string) => string
    readonly privateChannel: string
    readonly onlyPublic: string
    readonly privateChannelHelp: string
    readonly createOutgoing: string
    readonly tokenHelp: string
    readonly removeOutgoing: (bot: string) => string
    readonly copyToken: string
  }
}
