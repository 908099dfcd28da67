// Written by npm run generate from web/texts/en.arb.

declare module 'messages:runningTitles' {
  export const messages: {
    readonly users: string
    readonly active: {
      readonly label: string
      readonly help: string
    }
    readonly imported: {
      readonly label: string
      readonly help: string
    }
    readonly deactivated: {
      readonly label: string
      readonly help: string
    }
    readonly invitations: {
      readonly label: string
      readonly help: string
    }
    readonly bots: string
    readonly botsHelp: string
    readonly exports: string
    readonly imports: string
    readonly backups: string
    readonly statusTitle: string
    readonly groups: string
    readonly reports: string
    readonly directories: string
    readonly audit: string
    readonly directory: string
    readonly statistics: string
    readonly integrations: string
    readonly help: {
      readonly exports: string
      readonly imports: string
      readonly backups: string
      readonly statusTitle: string
      readonly reports: string
      readonly directories: string
      readonly audit: string
      readonly directory: string
      readonly statistics: string
      readonly integrations: string
      readonly held: string
      readonly applications: string
      readonly modmail: string
      readonly moderationLog: string
      readonly restrictions: string
      readonly automations: string
    }
    readonly held: string
    readonly applications: string
    readonly modmail: string
    readonly moderationLog: string
    readonly restrictions: string
    readonly automations: string
  }
}
