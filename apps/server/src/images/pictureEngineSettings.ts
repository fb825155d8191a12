export const pictureEngineSettings = {
  title: 'Picture store and imgproxy',
  settings: [
    {
      name: 'PICTURE_STORE_URL',
      otherwise: 'none',
      meaning:
        'Bucket of an S3 API in which originals of all servers stay, like `https://s3.example/parley-pictures`. A server whose disk lacks one looks there before it asks the host.',
    },
    {
      name: 'PICTURE_STORE_REGION',
      otherwise: '`us-east-1`',
      meaning: 'Its region, as requests are signed for it; `auto` for some stores.',
    },
    {
      name: 'PICTURE_STORE_KEY_ID',
      otherwise: 'none',
      meaning: 'Access key for the bucket, which may read, write and list it. All servers have the same one.',
    },
    {
      name: 'PICTURE_STORE_SECRET',
      otherwise: 'none',
      meaning: 'Its secret. Originals are sealed with it, so after a change each is fetched from its host again.',
    },
    {
      name: 'IMGPROXY_URL',
      otherwise: 'none',
      meaning:
        'An imgproxy that scales pictures in place of `PICTURE_WORKERS`, like `http://imgproxy:8080`. Drawings, and what it refuses, stay with the workers.',
    },
    {
      name: 'IMGPROXY_KEY',
      otherwise: 'none',
      meaning: 'Its `IMGPROXY_KEY`, in hexadecimal: each address that it gets is signed.',
    },
    { name: 'IMGPROXY_SALT', otherwise: 'none', meaning: 'Its `IMGPROXY_SALT`, likewise. A secret.' },
    {
      name: 'IMGPROXY_SOURCE_URL',
      otherwise: '`PUBLIC_ORIGIN`',
      meaning: 'Origin at which imgproxy reaches these servers: it gets originals from them alone, never from a host.',
    },
  ],
}
