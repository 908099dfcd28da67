import { type Route, serve } from '#platform/serve'
import { addClient, removeClient, serialize } from './actions/clients.ts'
import * as api from './api.ts'
import { plainName } from './client-document.ts'
import { badRedirectUri } from './errors.ts'
import { isRedirectUri } from './redirect-uri.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getOAuthClients, async ({ org, read }) => {
    const rows = await read((tx) => store.clientsWithUses(tx, org.id))
    return { oauth_clients: rows.map((row) => serialize(row, Number(row.accounts))) }
  }),
  serve(api.createOAuthClient, async ({ transact }, { name, redirect_uris }) => {
    const bad = redirect_uris.find((uri) => !isRedirectUri(uri))
    if (bad !== undefined) throw badRedirectUri({}, { uri: bad })
    const row = await transact((mutation) =>
      addClient(mutation, { name: plainName(name), redirectUris: redirect_uris }),
    )
    return { oauth_client: serialize(row, 0) }
  }),
  serve(api.deleteOAuthClient, async ({ transact }, { oauth_client_id }) => {
    await transact((mutation) => removeClient(mutation, oauth_client_id))
    return {}
  }),
]
