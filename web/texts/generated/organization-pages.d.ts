// Written by npm run generate from web/texts/en.arb.

declare module 'messages:organizationPages' {
  export const messages: {
    readonly 'organization-profile': string
    readonly 'organization-settings': string
    readonly 'organization-permissions': string
    readonly 'organization-level-user-defaults': string
    readonly 'default-channels-list': string
    readonly 'channel-folders': string
    readonly 'profile-field-settings': string
    readonly 'emoji-settings': string
    readonly 'linkifier-settings': string
    readonly 'playground-settings': string
    readonly domains: string
    readonly 'community-rules': string
    readonly 'auth-methods': string
    readonly programs: string
    readonly 'community-safety': string
  }
}
