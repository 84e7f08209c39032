"""Data of the rules: sentences of each type in Spanish and Portuguese, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
Nos quedamos con el monolito porque el equipo es pequeño.
Se eligió Postgres en vez de MongoDB, hacen falta transacciones.
Pasamos de Jenkins a GitHub Actions para ahorrar mantenimiento.
Acordamos posponer la versión móvil hasta otoño.
Descartamos GraphQL: demasiado trabajo para tres clientes.
Las sesiones se guardan en la base y no en Redis, un vaciado echaba a todos.
Optamos por colas con RabbitMQ porque Kafka nos quedaba grande.
Se sustituyó el planificador propio por Quartz, perdía tareas al reiniciar.
Vamos manter o monólito, a equipe é pequena demais para microsserviços.
Trocamos o Jenkins pelo GitHub Actions por causa do custo.
Ficou combinado adiar a versão mobile para o segundo semestre.
Postgres no lugar do MongoDB, precisamos de transações.
A fila própria foi substituída pelo RabbitMQ porque perdia mensagens.
Descartamos o GraphQL, muito trabalho para três clientes.
Resolvemos usar Keycloak em vez de escrever o login do zero.
Para os mapas vamos de MapLibre, a licença do Google proíbe guardar coordenadas.
Al final nada de Puppet: los servidores se configuran con Ansible.
Para el cliente de escritorio basta SQLite, no hay que instalar servidor.
Nos decantamos por Typesense tras las pruebas.
Queda decidido que el informe se calcula de noche.
Seguimos con Gradle, cambiar no compensa.
No fim ficamos com o Ansible, o Puppet exigia agentes.
Para o app de mesa o SQLite basta, sem servidor para instalar.
Fechamos com o Typesense depois dos testes.
O relatório passa a ser calculado à noite, e não sob demanda, para aliviar o banco.
Preferimos Gradle, trocar de ferramenta não compensa.
Dejamos Consul, con el DNS de Kubernetes alcanza.
La caché pasa a memoria y deja Redis, solo hay dos nodos.
Cambié el sondeo por inotify porque se perdían ficheros.
Los precios viajan como texto y no como número.
Tras la caída de enero, las sesiones vuelven a Postgres.
Paramos com o Consul, o DNS do Kubernetes basta.
O cache agora fica em memória e não no Redis, são só dois nós.
Troquei o polling por inotify porque arquivos eram perdidos.
Os preços vão como texto em vez de número.
O cliente Windows será descontinuado.
Mantemos os dois caches.
不再使用Consul，Kubernetes自带的DNS就够。
Consulはやめる。KubernetesのDNSで足りる。
Movemos el planificador fuera de la aplicación, moría con cada despliegue.
Tiramos o agendador de dentro da aplicação, ele morria a cada deploy.
""",
    "failure": """
La importación se paraba en la fila 65536 porque la biblioteca escribe el formato xls antiguo.
Desde la actualización no llegaban notificaciones: el canal había cambiado.
Los clientes recibían dos veces la misma factura, faltaba un índice único.
El disco se llenó por la noche porque el nivel debug seguía activo.
La página tardaba 14 segundos, una consulta por fila. Ahora son 0,4 s.
El certificado se renovó pero nadie recargó nginx.
Los acentos salían mal en el export por falta de BOM.
El pod se reiniciaba cada hora por falta de memoria; se arregló subiendo el límite.
A importação parava na linha 65536 porque a biblioteca grava o formato xls antigo.
Desde a atualização nenhuma notificação chegava: o canal tinha mudado.
Os clientes recebiam a mesma fatura duas vezes, faltava um índice único.
O disco encheu durante a noite porque o nível debug ficou ligado.
A tela ficava em branco no Safari 15. Depois de transpilar o pacote voltou ao normal.
O certificado foi renovado, mas ninguém recarregou o nginx.
Os acentos apareciam quebrados no relatório por causa da codificação.
O pod reiniciava de hora em hora por falta de memória; aumentar o limite resolveu.
O app travava ao abrir o mapa: a chave não tinha a assinatura da versão. Resolvido.
Os e-mails não saíam havia dois dias, o token tinha vencido.
O build quebrava no CI por causa do fuso horário.
O job rodava duas vezes porque havia dois agendadores ligados.
La app se cerraba al abrir el mapa: la clave no llevaba la huella de la versión. Arreglado.
Los correos no salían desde hacía dos días, el token había caducado.
La compilación se rompía en CI por la zona horaria.
El trabajo se ejecutaba dos veces porque había dos planificadores activos.
El worker pierde mensajes cuando se apaga el pod.
Descubrimos que el proceso se queda sin conexiones cuando hay dos instancias.
Tras la migración las horas salían corridas tres horas, no había tzdata.
Faltaban artículos con cero inicial, Excel los había convertido en números.
El panel quedaba en blanco en producción, la CSP no permitía el script.
La prueba falla porque el contenedor no tiene zona horaria.
O worker perde mensagens quando o pod é encerrado.
Depois da migração as horas ficaram três horas erradas, faltava o tzdata.
Faltavam artigos com zero à esquerda, o Excel tinha convertido em número.
O painel ficava em branco em produção, a CSP barrava o script.
O teste falha porque o contêiner não tem fuso horário.
El envío salía a cero para las islas, sus códigos no estaban en la tabla.
O frete dava zero para as ilhas, os CEPs não estavam na tabela.
""",
    "pattern": """
Una migración por pull request.
Los importes se guardan en céntimos, nunca en coma flotante.
Las llamadas salientes pasan por el cliente proxy con un tiempo máximo.
Las ramas llevan el número del ticket.
Nadie sube cambios directamente a main.
Cada endpoint nuevo lleva una prueba de contrato.
Las fechas van en UTC, solo la interfaz convierte.
Los mensajes de error salen de los ficheros de traducción.
Uma migração por pull request.
Os valores são gravados em centavos, nunca em ponto flutuante.
As chamadas externas passam pelo cliente proxy com tempo limite.
Os nomes das branches levam o número do ticket.
Ninguém faz push direto na main.
Todo endpoint novo tem teste de contrato.
As datas ficam em UTC, só a interface converte.
As mensagens de erro vêm dos arquivos de tradução.
Los controladores no tocan la base, van por los repositorios.
Los mensajes de commit se escriben en inglés.
Toda función pública lleva tipos y documentación.
Nada de SQL en las vistas.
Os controladores não tocam no banco, só pelos repositórios.
As mensagens de commit são em inglês, no imperativo.
Toda função pública tem tipos e docstring.
Cada componente tem sua story e seu teste.
Nada de SQL nas views.
Solo el planificador puede dormir el chip.
Los logs van en JSON y sin datos personales.
El código generado vive en gen/ y no se toca a mano.
Toda lista se pagina con cursor.
Los identificadores externos llevan prefijo.
Só o agendador pode pôr o chip para dormir.
Toda consulta à auditoria passa pela view segura.
O código gerado fica em gen/ e não se edita à mão.
Os logs vão em JSON, sem dados pessoais.
Toda lista é paginada.
La lógica de dominio no importa el framework.
Una columna se borra una versión después que el código.
A lógica de domínio não importa o framework.
Uma coluna só é removida uma versão depois do código.
""",
    "dependency": """
La API del banco solo responde en días laborables.
El transportista acepta como máximo 30 peticiones por minuto y clave.
El proveedor borra los ficheros a los siete días.
Lambda permite 6 MB por respuesta como mucho.
El servicio corre sobre Java 21 con Spring Boot 3.3.
Hace falta Node 20 o superior para compilar.
Safari no conoce esta propiedad hasta la 18.2.
El plan gratuito no ofrece entorno de pruebas.
A API do banco só responde em dias úteis.
A transportadora aceita até 30 chamadas por minuto por chave.
O fornecedor apaga os arquivos depois de sete dias.
O Lambda permite no máximo 6 MB por resposta.
O serviço roda em Java 21 com Spring Boot 3.3.
Precisa do Node 20 ou superior para compilar.
O Safari só conhece essa propriedade a partir da 18.2.
O plano gratuito não oferece ambiente de testes.
La API de Slack permite un mensaje por segundo, por encima devuelve 429.
Twilio devuelve el error 21610 si el destinatario envió STOP.
Un documento de MongoDB no puede pasar de 16 MB.
Los tokens del proveedor caducan a los 30 minutos.
PostgreSQL corta los identificadores a 63 bytes.
A API do Slack permite uma mensagem por segundo; acima disso vem 429.
O Twilio devolve o erro 21610 se o destinatário mandou STOP.
Um documento do MongoDB não pode passar de 16 MB.
Os tokens do fornecedor vencem em 30 minutos.
O PostgreSQL corta identificadores em 63 bytes.
Un documento MongoDB non può superare 16 MB.
El TPV solo admite TLS 1.2.
La pasarela permite devoluciones durante 180 días.
Las teselas llegan hasta el zoom 19.
En Algolia un registro ocupa 10 KB como máximo.
A maquininha só fala TLS 1.2.
O gateway permite estorno por 180 dias.
Os tiles vão só até o zoom 19.
No Algolia um registro tem no máximo 10 KB.
El registro admite 30 consultas por minuto.
O registro aceita 30 consultas por minuto, acima disso devolve 429.
""",
    "context": """
El servidor de pruebas no está disponible hasta el jueves.
Esta semana la prueba de carga ocupa staging.
La migración va por dos tercios, faltan las exportaciones.
Seguimos esperando la aprobación de legal.
La rama feature/busqueda todavía no está fusionada.
Código congelado hasta el 2026-04-12.
La demo es la semana que viene, no toquéis staging.
El contrato con el proveedor antiguo termina el 2026-09-30.
O servidor de testes está fora do ar até quinta.
Esta semana o teste de carga ocupa o staging.
A migração está dois terços pronta, faltam as exportações.
Ainda esperamos a aprovação do jurídico.
A branch feature/busca ainda não foi mesclada.
Código congelado até 2026-04-12.
A demo é na semana que vem, não mexam no staging.
O contrato com o fornecedor antigo termina em 2026-09-30.
Ahora solo hay un revisor de iOS, los PR se acumulan.
El equipo de pagos se ha quedado en dos personas, lo de SEPA está en pausa.
Van 6 de 9 paquetes migrados.
La entrega de mañana se cancela.
No momento só há um revisor de iOS, os PRs se acumulam.
O time de pagamentos está com duas pessoas, o SEPA ficou parado por enquanto.
6 de 9 pacotes migrados até agora.
Os dois brokers rodam em paralelo até o fim do mês.
A entrega de amanhã foi cancelada.
El build de Android está en rojo desde esta mañana, no fusionéis nada.
Van 14 de 52 pantallas traducidas.
La revisión está parada, vuelve el 2026-04-06.
El registro se muda, puede ir lento hasta el miércoles.
Nadie toca los permisos hasta que acabe la auditoría.
O build Android está vermelho desde hoje cedo, não mesclem nada.
14 de 52 telas traduzidas.
A revisão está parada, volta em 2026-04-06.
O registro está de mudança, pode ficar lento até quarta.
Ninguém mexe nas permissões até o fim da auditoria.
Staging está en la 4.2, la 4.3 sube el viernes.
La beta sigue con 300 usuarios, el resto entra en mayo.
O staging está na 4.2, a 4.3 sobe na sexta.
O beta segue com 300 usuários, o resto entra em maio.
""",
}
