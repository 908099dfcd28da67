import { type FormHandler, formFromElsewhere, type OpenContext, type Page, pageForAnyone } from '#platform/serve'
import { orErrorPage } from '../error-page.ts'
import { invitationIn } from '../invitation-key.ts'
import { iconOf } from '../provider-icon.ts'

import { maxFormBytes } from './limits.ts'
import * as saml from './provider-pages.ts'

const consume: FormHandler = (ctx, _params, form) => orErrorPage(ctx, () => saml.consume(ctx, form))
const finish = async (ctx: OpenContext) => saml.ended(await orErrorPage(ctx, () => saml.finish(ctx)))

const provider = '/social/saml/:name'

export const samlPages: readonly Page[] = [
  pageForAnyone(`/accounts/login${provider}`, (ctx, { name }, query) =>
    orErrorPage(ctx, () => saml.begin(ctx, name, query)),
  ),
  pageForAnyone(`/accounts/register${provider}`, (ctx, { name }, query) =>
    orErrorPage(ctx, () => saml.begin(ctx, name, query, invitationIn(query))),
  ),
  pageForAnyone(`/accounts/login${provider}/icon`, (ctx, { name }) => iconOf(saml.usableProvider(ctx, name))),
  formFromElsewhere(saml.consumerPath, finish, consume, maxFormBytes),
  pageForAnyone(saml.metadataPath, saml.metadata),
  pageForAnyone('/saml/metadata', saml.metadata),
]
