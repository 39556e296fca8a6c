export default { output: 'export', basePath: '/team', images: { unoptimized: true } }
