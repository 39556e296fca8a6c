export const tree = {
  name: 'Gears',
  children: [
    { type: 'page', name: 'Gears', url: '/docs' },
    { type: 'page', name: 'Lubrication', url: '/docs/lubrication' },
  ],
}
