// Plain JavaScript, for old versions too.
const needed = 24;
if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(
    `Insignia needs Node ${needed}; this is ${process.version}. It comes with the installation: npx -y -p node@${needed} -p npm@11 npm ci`,
  );
  process.exit(1);
}
