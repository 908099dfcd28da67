// npm run workbench: a page with every view of the web client in each state, without a server.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const face = (number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="hsl(${number * 85} 45% 45%)" d="M0 0h9v9H0z"/></svg>`

/** Vite with the workbench and what its pages show beside it: pictures of people. */
export async function createWorkbench(port) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    server: { port, strictPort: port !== 0, proxy: {} },
    plugins: [
      {
        name: 'pictures of people',
        configureServer({ middlewares }) {
          middlewares.use((request, response, next) => {
            // there is nothing to pass it to
            if (/^\/(favicon\.ico|static\/icon\.png)$/.test(request.url ?? ''))
              return response.setHeader('content-type', 'image/svg+xml').end(face(1))
            const number = /^\/avatar\/(\d+)\//.exec(request.url ?? '')?.[1]
            if (!number) return next()
            // one of them has a picture that does not come
            if (number === '4') return response.writeHead(404).end()
            response.setHeader('content-type', 'image/svg+xml').end(face(Number(number)))
          })
        },
      },
    ],
  })
  await vite.listen()
  const { port: given } = vite.httpServer.address()
  return { url: `http://127.0.0.1:${given}/app/workbench/`, close: () => vite.close() }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await createWorkbench(9993)
  console.log(`The workbench is at ${url}`)
}
