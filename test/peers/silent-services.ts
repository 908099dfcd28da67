import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Services that accept every connection and never respond. */
export class SilentServices {
  readonly addresses: string[] = []
  readonly #servers: Server[] = []
  readonly held = new Set<Socket>()
  connections = 0

  static async start(count: number): Promise<SilentServices> {
    const services = new SilentServices()
    for (let made = 0; made < count; made++) {
      const server = createServer((connection) => services.#hold(connection))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      services.#servers.push(server)
      services.addresses.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    }
    return services
  }

  #hold(connection: Socket): void {
    this.connections++
    this.held.add(connection)
    connection.on('error', () => {}).on('close', () => this.held.delete(connection))
  }

  close(): void {
    for (const connection of this.held) connection.destroy()
    for (const server of this.#servers) server.close()
  }
}
