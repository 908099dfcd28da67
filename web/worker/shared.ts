import { whenSignedOut } from './leaving.ts'
import { cacheName, place } from './worker.ts'

/** Read by web/app/shared.ts when the page is there. */
const sharedCache = cacheName('shared')
const maxFiles = 20
const maxText = 20_000

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, maxText) : ''
}

/** Another program shares something with the client: it is kept until the page takes it up, after signing in if need be. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  await caches.delete(sharedCache)
  const cache = await caches.open(sharedCache)
  const files = form.getAll('files').filter((one): one is File => one instanceof File && one.size > 0)
  for (const [index, file] of files.slice(0, maxFiles).entries())
    await cache.put(
      `${place}shared/${index}`,
      new Response(file, { headers: { 'content-type': file.type, 'x-loquat-name': encodeURIComponent(file.name) } }),
    )
  const words = { title: textOf(form, 'title'), text: textOf(form, 'text'), url: textOf(form, 'url') }
  await cache.put(`${place}shared/words`, Response.json({ ...words, at: Date.now(), left: files.length - maxFiles }))
  return Response.redirect(new URL(`${place}#shared`, location.origin).href, 303)
}

whenSignedOut(() => caches.delete(sharedCache))
