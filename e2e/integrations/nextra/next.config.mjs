import nextra from 'nextra'

export default nextra({ search: false })({ output: 'export', basePath: '/team', images: { unoptimized: true } })
