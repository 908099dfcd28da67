import { featureLevel, version } from '#platform/config'
import { type Route, serveAnyone } from '#platform/serve'
import { letsSpectatorsIn } from './access.ts'
import * as api from './api.ts'
import { organizationCache } from './cache.ts'
import { reachesApps } from './extension-points.ts'
import { isIncompatible } from './incompatible-clients.ts'
import { serializePictures } from './picture.ts'
import { directoryOn, passwordsOn, serializeMethods } from './sign-in-methods.ts'
import { webPublicChannelExists } from './store.ts'

export const routes: readonly Route[] = [
  serveAnyone(api.getServerSettings, async ({ maybeOrg, server, read, request }) => {
    const common = {
      ...serializeMethods(server.config, maybeOrg),
      service_feature_level: featureLevel,
      service_version: version,
      service_merge_base: version,
      zulip_feature_level: featureLevel,
      zulip_version: version,
      zulip_merge_base: version,
      push_notifications_enabled: reachesApps(server.config),
      is_incompatible: isIncompatible(request.userAgent),
      // LDAP user names aren't always email addresses
      require_email_format_usernames: !(maybeOrg && directoryOn(server.config, maybeOrg)),
    }
    if (!maybeOrg) return common
    const facts = maybeOrg.get(organizationCache)
    const { name, renderedDescription, subdomain } = facts
    const hasWebPublic = letsSpectatorsIn(maybeOrg) && (await read((tx) => webPublicChannelExists(tx, maybeOrg.id)))
    const url = server.organizationUrl(subdomain)
    return {
      ...common,
      email_auth_enabled: passwordsOn(maybeOrg),
      realm_uri: url,
      realm_url: url,
      realm_name: name,
      realm_icon: serializePictures(facts, url).icon_url,
      realm_description: renderedDescription,
      realm_web_public_access_enabled: hasWebPublic,
    }
  }),
]
