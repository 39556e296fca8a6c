/**
 * The search hosts of the hosted provider for an application: the nearest data centre first, then three others in random
 * order, so that after a failure of the first the load spreads over the others.
 */
export function providerHosts(appId: string): string[] {
  const others = [1, 2, 3].map((number) => ({ url: `https://${appId}-${number}.algolianet.com`, order: Math.random() }))
  others.sort((a, b) => a.order - b.order)
  return [`https://${appId}-dsn.algolia.net`, ...others.map(({ url }) => url)]
}
