import type { TestOrganization } from '#test'

/** Opens a page of an organization without an account, or sends its form. */
export const ask = (
  society: TestOrganization,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  society.server.http.inject({
    method: form ? 'POST' : 'GET',
    url: path,
    headers: {
      host: `${society.subdomain}.loquat.test`,
      ...headers,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  })
